"""What the user may set, declared once; values are loaded here and handed down."""
