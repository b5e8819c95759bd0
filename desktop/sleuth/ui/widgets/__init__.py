"""Controls that several screens are made of; they get data and emit what was wanted."""
