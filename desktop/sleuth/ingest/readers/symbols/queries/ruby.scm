; On top of the grammar's own: modules hold methods as classes do; constants; what `attr_reader` and its like declare.
(module name: [(constant) @name (scope_resolution name: (_) @name)]) @definition.type
(assignment left: (constant) @name) @definition.constant
(alias name: (_) @name) @definition.method
(call method: (identifier) @attr arguments: (argument_list (simple_symbol) @field)
  (#match? @attr "^attr_(reader|writer|accessor)$"))
