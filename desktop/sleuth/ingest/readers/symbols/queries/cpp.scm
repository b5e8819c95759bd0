; On top of the grammar's own: names that stand behind stars and brackets, variables, macros; fields. An `enum` without its
; body is only mentioned.
; Classes, members, namespaces and aliases of C++ beside them.
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
(enumerator) @field
(preproc_def name: (identifier) @name value: (_)) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro_function
(class_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)] body: (_)) @definition.type
(class_specifier name: (type_identifier) @name !body) @ignore
(namespace_definition name: (_) @name) @definition.module
(declaration_list (declaration declarator: (_) @declarator) @definition.variable)
(field_declaration_list (declaration declarator: (_) @declarator) @definition.variable)
(field_declaration declarator: (_) @declarator) @definition.member
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type
(struct_specifier name: (template_type name: (type_identifier) @name) body: (_)) @definition.type
