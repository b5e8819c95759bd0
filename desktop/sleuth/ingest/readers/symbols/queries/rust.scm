; On top of the grammar's own: constants, statics, what an `impl` is for, what a trait asks for; a type's fields.
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable
(function_signature_item name: (identifier) @name) @definition.function
(associated_type) @field
(impl_item type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier name: (type_identifier) @name)]) @scope
(trait_item name: (type_identifier) @name) @definition.type
(field_declaration) @field
(enum_variant) @field
(macro_definition name: (identifier) @name) @definition.macro_function
