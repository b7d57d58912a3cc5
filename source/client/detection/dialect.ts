/** What services in the field speak, by the releases of Tribler; 'interface' is the document, as our own service. */
export type Dialect = '7.0-7.3' | '7.5-7.11' | '7.12-7.14' | '8.x' | 'interface';

/** The generation of the interface that a dialect is of: forms, or JSON and a key. */
export function generationOf(dialect: Dialect): 'A' | 'B' {
	return dialect === '7.0-7.3' ? 'A' : 'B';
}
