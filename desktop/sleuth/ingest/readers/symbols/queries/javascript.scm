; On top of the grammar's own: what a module keeps and exports; a class's fields. Later patterns win over earlier ones.
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(export_statement (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(program (expression_statement (assignment_expression
  left: (member_expression object: (_) @exports property: (property_identifier) @name)) @definition.constant)
  (#match? @exports "^(module\\.)?exports$"))
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)]) @definition.function
(assignment_expression
  left: [(identifier) @name (member_expression property: (property_identifier) @name)]
  right: [(arrow_function) (function_expression)]) @definition.function
(class_body (method_definition name: [(property_identifier) (private_property_identifier)] @name) @definition.method)
(field_definition) @field
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
