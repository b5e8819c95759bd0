"""PDFs, page by page as they are printed, with the marks over them."""
