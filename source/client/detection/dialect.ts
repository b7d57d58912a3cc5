/** What services in the field speak, by the releases of Tribler; 'interface' is the document, as our own service. */
export type Dialect = '7.0-7.3' | '7.5-7.11' | '7.12-7.14' | '8.x' | 'interface';

/** What the beginning of a stream of events tells of its service. */
export interface Signs {
	/** How the first message was framed: a line of JSON, data with a type or a topic, or data below its event's name. */
	readonly framing: 'line' | 'type' | 'topic' | 'event';
	/** Lower case, without parameters. */
	readonly contentType: string;
	/** As the service says it; empty when it does not. */
	readonly version: string;
}

/** Judges by the version where it is one of Tribler's, else by the framing. */
export function dialectOf({ framing, contentType, version }: Signs): Dialect {
	const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(version) ?? [];
	if (major === '8') return '8.x';
	if (major === '7') {
		if (Number(minor) <= 3) return '7.0-7.3';
		return Number(minor) <= 11 ? '7.5-7.11' : '7.12-7.14';
	}
	switch (framing) {
		case 'event':
			return '8.x';
		case 'topic':
			return '7.12-7.14';
		case 'type':
			return '7.5-7.11';
		case 'line':
			return contentType === 'text/json' ? '7.0-7.3' : 'interface';
	}
}

/** The generation of the interface that a dialect is of: forms, or JSON and a key. */
export function generationOf(dialect: Dialect): 'A' | 'B' {
	return dialect === '7.0-7.3' ? 'A' : 'B';
}
