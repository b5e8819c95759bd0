; On top of the grammar's own: names that stand behind stars and brackets, variables, macros; fields. An `enum` without its
; body is only mentioned.
(enum_specifier name: (type_identifier) @name !body) @ignore
(declaration type: (union_specifier name: (type_identifier) @name !body)) @ignore
(union_specifier name: (type_identifier) @name body: (_)) @definition.type
(function_definition declarator: (_) @declarator) @definition.function
(translation_unit (declaration declarator: (_) @declarator) @definition.variable)
(preproc_ifdef (declaration declarator: (_) @declarator) @definition.variable)
(preproc_if (declaration declarator: (_) @declarator) @definition.variable)
(preproc_else (declaration declarator: (_) @declarator) @definition.variable)
(linkage_specification body: (declaration_list (declaration declarator: (_) @declarator) @definition.variable))
(linkage_specification body: (declaration declarator: (_) @declarator) @definition.variable)
(linkage_specification body: (declaration_list (preproc_ifdef (declaration declarator: (_) @declarator) @definition.variable)))
(parameter_declaration declarator: (function_declarator declarator: (identifier) @name)) @ignore
(type_definition declarator: (_) @declarator) @definition.type
(field_declaration) @field
(enumerator) @field
(preproc_def name: (identifier) @name value: (_)) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro_function
