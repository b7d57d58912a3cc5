import type { LogLevel } from '../log.ts';
import type { EngineDownload, EngineMessage, EngineOptions, EnginePeer, MoreSources } from './port.ts';

/** What the engine's process can be asked for: each member of the port with its arguments. */
export type EngineCall =
	| { readonly method: 'start'; readonly options: EngineOptions }
	| { readonly method: 'add'; readonly download: EngineDownload }
	| { readonly method: 'stop'; readonly infohash: string }
	| { readonly method: 'select'; readonly infohash: string; readonly selected: readonly number[] | null }
	| { readonly method: 'addSources'; readonly infohash: string; readonly sources: MoreSources }
	| {
			readonly method: 'limit';
			readonly infohash: string;
			readonly maxDownloadSpeed: number;
			readonly maxUploadSpeed: number;
	  }
	| {
			readonly method: 'prepare';
			readonly infohash: string;
			readonly reader: string;
			readonly from: number;
			readonly to: number;
	  }
	| { readonly method: 'release'; readonly infohash: string; readonly reader: string }
	| { readonly method: 'peers'; readonly infohash: string }
	/** Answered at once, also before the start. */
	| { readonly method: 'ping' }
	| { readonly method: 'close' };

/** From the service to the engine's process. The answer to a call bears its number. */
export interface ToEngine {
	readonly number: number;
	readonly call: EngineCall;
}

/** From the engine's process to the service, in the order things happened. */
export type FromEngine =
	| { readonly type: 'answer'; readonly number: number; readonly peers?: readonly EnginePeer[] }
	| { readonly type: 'refusal'; readonly number: number; readonly reason: string }
	| { readonly type: 'message'; readonly message: EngineMessage }
	| { readonly type: 'log'; readonly level: LogLevel; readonly text: string }
	/** The process is about to end because of an error in itself. */
	| { readonly type: 'dying'; readonly reason: string };

/** Both ends are ours and of the same version: this tells our messages from those of a debugger or loader. */
export function isToEngine(message: unknown): message is ToEngine {
	return isRecord(message) && typeof message.number === 'number' && isRecord(message.call);
}

const KINDS: readonly unknown[] = [
	'answer',
	'refusal',
	'message',
	'log',
	'dying',
] satisfies FromEngine['type'][];

export function isFromEngine(message: unknown): message is FromEngine {
	return isRecord(message) && KINDS.includes(message.type);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
