; On top of the grammar's own: assignments below `if` and `try`, several at once, declared types; a class's fields.
(module (expression_statement [
  (assignment left: (identifier) @name) @definition.assignment
  (assignment left: (pattern_list (identifier) @name)) @definition.assignment
  (assignment left: (tuple_pattern (identifier) @name)) @definition.assignment
  (assignment right: (assignment left: (identifier) @name) @definition.assignment)]))
(module [
  (if_statement consequence: (block (expression_statement (assignment left: [(identifier) @name (pattern_list (identifier) @name)]) @definition.assignment)))
  (if_statement alternative: (_ (block (expression_statement (assignment left: [(identifier) @name (pattern_list (identifier) @name)]) @definition.assignment))))
  (try_statement body: (block (expression_statement (assignment left: [(identifier) @name (pattern_list (identifier) @name)]) @definition.assignment)))
  (try_statement (_ (block (expression_statement (assignment left: [(identifier) @name (pattern_list (identifier) @name)]) @definition.assignment))))
  (with_statement body: (block (expression_statement (assignment left: [(identifier) @name (pattern_list (identifier) @name)]) @definition.assignment)))])
(module [
  (if_statement consequence: (block (if_statement consequence: (block (expression_statement (assignment left: [(identifier) @name (pattern_list (identifier) @name)]) @definition.assignment)))))
  (try_statement (_ (block (if_statement [consequence: (block (expression_statement (assignment left: [(identifier) @name (pattern_list (identifier) @name)]) @definition.assignment)) alternative: (_ (block (expression_statement (assignment left: [(identifier) @name (pattern_list (identifier) @name)]) @definition.assignment)))]))))
  (if_statement alternative: (_ (block (try_statement [body: (block (expression_statement (assignment left: [(identifier) @name (pattern_list (identifier) @name)]) @definition.assignment)) (_ (block (expression_statement (assignment left: [(identifier) @name (pattern_list (identifier) @name)]) @definition.assignment)))]))))])
(module (type_alias_statement left: (type (identifier) @name)) @definition.type)
(class_definition body: (block (expression_statement (assignment left: (identifier)) @field)))
