; On top of the grammar's own: packages, aliases, constants and variables; a method's receiver, a type's fields.
(package_clause (package_identifier) @name) @definition.module
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @container
    (generic_type type: (type_identifier) @container)
    (pointer_type [(type_identifier) @container (generic_type type: (type_identifier) @container)])]))
  name: (field_identifier) @name) @definition.method
(type_alias name: (type_identifier) @name) @definition.type
(const_spec name: (identifier) @name) @definition.constant
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)))
(field_declaration) @field
(method_elem) @field
