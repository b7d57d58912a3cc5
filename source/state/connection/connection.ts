import type { Dialect } from '../../protocol/dialect.ts';
import { lists, type Need } from '../../protocol/extensions.ts';
import type { CoreState } from '../../protocol/resources/core-state.ts';

/** A failure as displayed: the failed action, the reason, and the next step. */
export interface Failure {
	readonly kind: string;
	readonly message: string;
	readonly hint: string;
}

/** Whether there was no response at all. */
export function isUnreachable({ kind }: Failure): boolean {
	return kind === 'unreachable' || kind === 'timeout';
}

/** The connection to the service. Times are Unix ms. */
export interface Connection {
	readonly url: string;
	/** Origin of the address, in words. */
	readonly source: string;
	/** Time of the last response; undefined before the first one. */
	readonly answeredAt: number | undefined;
	/** The current failure; undefined while the service responds. */
	readonly failure: Failure | undefined;
	/** Whether the event stream is open. Without it, polling still updates everything. */
	readonly streaming: boolean;
	/** Undefined if the service does not report it. */
	readonly core: CoreState | undefined;
	readonly version: string;
	/** Whether the service has an API key. The state never holds the key itself. */
	readonly hasKey: boolean;
	/** Whether it is another program, which has none of our extensions; false until that is known. */
	readonly isForeign: boolean;
	/** Undefined until it is detected. */
	readonly dialect: Dialect | undefined;
	/** Extensions that the service listed (protocol/extensions.ts). Undefined until that is known. */
	readonly extensions: readonly string[] | undefined;
	/** Free bytes at the usual destination; undefined if unknown. */
	readonly freeSpace: number | undefined;
	/** Bytes of its disk; undefined if unknown. */
	readonly diskSize: number | undefined;
}

/** Whether the core starts or upgrades its data. Until it has started, it answers no other requests. */
export function isCoreStarting({ core }: Pick<Connection, 'core'>): boolean {
	return core?.state === 'STARTING' || core?.state === 'UPGRADING';
}

export function withDialect(
	connection: Connection,
	dialect: Dialect,
	extensions = connection.extensions,
): Connection {
	return { ...connection, dialect, isForeign: dialect !== 'interface', extensions };
}

/** Whether the service has an extension, as far as that is known. */
export function offers({ extensions, dialect }: Connection, { extension, in7, in8 }: Need): boolean {
	if (dialect === '8.x') return in8 ?? false;
	if (dialect === '7.5-7.11' || dialect === '7.12-7.14') return in7 ?? false;
	return dialect === 'interface' && lists(extensions, extension);
}

/** Returns the connection with a condition of the core that an event reports. `text`: its own words. Untrusted. */
export function withCoreState(connection: Connection, state: string, text = ''): Connection {
	const last_exception = connection.core?.last_exception ?? null;
	return { ...connection, core: { state, last_exception, readable_state: text } };
}

export function initialConnection(url: string, source: string): Connection {
	return {
		url,
		source,
		answeredAt: undefined,
		failure: undefined,
		streaming: false,
		core: undefined,
		version: '',
		hasKey: false,
		isForeign: false,
		dialect: undefined,
		extensions: undefined,
		freeSpace: undefined,
		diskSize: undefined,
	};
}

export function withAnswer(connection: Connection, at: number): Connection {
	return { ...connection, answeredAt: at, failure: undefined };
}

export function withFailure(connection: Connection, failure: Failure): Connection {
	return { ...connection, failure };
}
