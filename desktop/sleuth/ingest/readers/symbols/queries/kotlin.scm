; The package brings no tags query.
(package_header (_) @name) @definition.module
(class_declaration name: (identifier) @name) @definition.type
(object_declaration name: (identifier) @name) @definition.type
(type_alias type: (identifier) @name) @definition.type
(function_declaration name: (identifier) @name) @definition.function
(source_file (property_declaration (variable_declaration (identifier) @name)) @definition.variable)
(class_body (property_declaration (variable_declaration (identifier) @name)) @definition.variable)
(class_body (property_declaration (modifiers) @modifiers (variable_declaration (identifier) @name)) @definition.constant
  (#match? @modifiers "\\bconst\\b"))
(source_file (property_declaration (modifiers) @modifiers (variable_declaration (identifier) @name)) @definition.constant
  (#match? @modifiers "\\bconst\\b"))
(class_parameter) @field
(enum_entry (identifier) @field)
