; The package brings its tags query under a name that Python cannot open.
(namespace_declaration name: (_) @name) @definition.module
(file_scoped_namespace_declaration name: (_) @name) @definition.module
(class_declaration name: (identifier) @name) @definition.type
(struct_declaration name: (identifier) @name) @definition.type
(interface_declaration name: (identifier) @name) @definition.type
(record_declaration name: (identifier) @name) @definition.type
(enum_declaration name: (identifier) @name) @definition.type
(delegate_declaration name: (identifier) @name) @definition.type
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.method
(property_declaration) @field
(event_field_declaration) @field
(event_declaration) @field
(field_declaration) @field
(enum_member_declaration) @field
(field_declaration (modifier) @const
  (variable_declaration (variable_declarator name: (identifier) @name)) (#eq? @const "const")) @definition.constant
