; On top of the grammar's own: objects, givens and what is only declared.
(function_declaration name: (_) @name) @definition.function
(object_definition name: (identifier) @name) @definition.type
(simple_enum_case name: (identifier) @name) @ignore
(full_enum_case name: (identifier) @name) @ignore
(simple_enum_case name: (identifier) @field)
(full_enum_case) @field
(class_parameter name: (identifier) @name) @ignore
(class_parameter) @field
