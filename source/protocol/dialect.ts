/** Dialects of services by release of Tribler. 'interface' follows the document, as our own service does. */
export type Dialect = '7.0-7.3' | '7.5-7.11' | '7.12-7.14' | '8.x' | 'interface';

/** Returns the generation of a dialect: A has form bodies, B has JSON and an API key. */
export function generationOf(dialect: Dialect): 'A' | 'B' {
	return dialect === '7.0-7.3' ? 'A' : 'B';
}
