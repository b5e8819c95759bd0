; On top of the grammar's own: packages, enums, records, annotations, constructors, constants; a class's fields.
(package_declaration (_) @name) @definition.module
(enum_declaration name: (identifier) @name) @definition.type
(record_declaration name: (identifier) @name) @definition.type
(annotation_type_declaration name: (identifier) @name) @definition.type
(constructor_declaration name: (identifier) @name) @definition.method
(compact_constructor_declaration name: (identifier) @name) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(field_declaration) @field
(enum_constant name: (identifier) @field)
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(field_declaration (modifiers) @modifiers declarator: (variable_declarator name: (identifier) @name)
  (#match? @modifiers "static") (#match? @modifiers "final")) @definition.constant
