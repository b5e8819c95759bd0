; The grammar's own takes a whole class for each of its methods; here every one has its own extent.
(class_declaration name: [(type_identifier) @name (user_type (type_identifier) @name)]) @definition.type
(protocol_declaration name: (type_identifier) @name) @definition.type
(typealias_declaration name: (type_identifier) @name) @definition.type
(function_declaration name: (simple_identifier) @name) @definition.function
(protocol_function_declaration name: (simple_identifier) @name) @definition.function
(init_declaration "init" @name) @definition.method
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration (parameter (simple_identifier) @name)) @ignore
(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable
(enum_entry name: (simple_identifier) @field)
