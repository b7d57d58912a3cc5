import { isFields } from '../../basics/fields.ts';
import type { LogLevel } from '../log/log.ts';
import type { Response } from '../rpc/messages.ts';
import { method } from '../rpc/methods.ts';
import type { OverlayReport } from './overlay-port.ts';
import type { EngineMessage, EngineOptions } from './port.ts';

/** Methods of the engine's process itself. The service calls them besides those of the port. */
export const processMethods = {
	/** Starts the engine in the process. */
	start: method<(options: EngineOptions) => void>(),
	/** Returns at once, also before the start. */
	ping: method<() => void>(),
	/** Closes the engine. The process ends after the response. */
	close: method<() => void>(),
};

/** From the engine's process to the service, in order. */
export type FromEngine =
	| { readonly type: 'response'; readonly response: Response }
	| { readonly type: 'message'; readonly message: EngineMessage }
	| { readonly type: 'overlay'; readonly report: OverlayReport }
	| { readonly type: 'log'; readonly level: LogLevel; readonly text: string }
	/** The process is about to end because of an error in itself. */
	| { readonly type: 'dying'; readonly reason: string };

const KINDS: readonly unknown[] = [
	'response',
	'message',
	'overlay',
	'log',
	'dying',
] satisfies FromEngine['type'][];

export function isFromEngine(message: unknown): message is FromEngine {
	return isFields(message) && KINDS.includes(message.type);
}
