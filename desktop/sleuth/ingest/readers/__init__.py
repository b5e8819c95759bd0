"""What does a file say? Bytes in, `Content` out; one module in `formats/` per format."""
