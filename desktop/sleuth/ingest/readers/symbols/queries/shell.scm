; The package brings no tags query.
(function_definition name: (word) @name) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.assignment)
(program (if_statement (variable_assignment name: (variable_name) @name) @definition.assignment))
(program (declaration_command (variable_assignment name: (variable_name) @name) @definition.assignment))
(program (declaration_command (variable_name) @name) @definition.assignment)
