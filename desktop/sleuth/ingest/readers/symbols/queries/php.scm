; On top of the grammar's own: enums, constants; a class's fields.
(namespace_definition name: (namespace_name) @name) @definition.module
(enum_declaration name: (name) @name) @definition.type
(const_declaration (const_element (name) @name)) @definition.constant
(property_declaration) @field
(property_promotion_parameter) @field
(enum_case name: (name) @field)
(property_declaration (property_element (variable_name (name) @name))) @ignore
(expression_statement (function_call_expression function: (name) @define
  arguments: (arguments . (argument (string (string_content) @name)))) (#eq? @define "define")) @definition.constant
