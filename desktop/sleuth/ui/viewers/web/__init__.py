"""What do viewers that render to HTML share: a web view that can do nothing but show, and its marks."""
