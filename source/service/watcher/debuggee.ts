import { within } from '../../basics/within.ts';

/** A message of the inspector protocol. */
interface PausedEvent {
	readonly callFrames: readonly {
		readonly functionName: string;
		readonly url: string;
		readonly location: {
			readonly scriptId: string;
			readonly lineNumber: number;
			readonly columnNumber?: number;
		};
	}[];
}

/** Result of a sample. */
type Stack =
	| { readonly status: 'running'; readonly frames: readonly string[] }
	| { readonly status: 'waiting' | 'in native code'; readonly frames: readonly [] };

/** Time for a thread to attach. A thread in native code, as in a synchronous read, does not respond. */
const ATTACH_TIMEOUT_MS = 1_000;
/** A thread that runs JavaScript pauses within a millisecond. One in its event loop would pause at its next event. */
const PAUSE_TIMEOUT_MS = 10;
/** Maximum frames of a stack, the innermost ones. */
const MAX_FRAMES = 100;

/** Sends a command to one thread and returns its result. */
type Post = (method: string, params?: object) => Promise<unknown>;

/** A thread that is debugged through an inspector session. The owner of the session passes its events on. */
export class Debuggee {
	readonly #post: Post;
	readonly #urls = new Map<string, string>();
	#onStack: ((frames: readonly string[]) => void) | undefined;

	constructor(post: Post) {
		this.#post = post;
	}

	/** Handles an event of the thread. */
	handle(method: string, params: unknown): void {
		// First of all. An exception before it would leave the thread paused forever.
		if (method === 'Debugger.paused') void this.#post('Debugger.resume').catch(() => {});
		if (method === 'Debugger.scriptParsed') {
			const { scriptId, url } = params as { scriptId: string; url: string };
			this.#urls.set(scriptId, url);
		} else if (method === 'Debugger.paused') this.#onStack?.(this.#framesOf(params as PausedEvent));
	}

	/** Samples the stack. Detaches the debugger before it returns. */
	async stack(): Promise<Stack> {
		const attached = this.#post('Debugger.enable', { maxScriptsCacheSize: 0 });
		if ((await within(attached, ATTACH_TIMEOUT_MS, late)) === late)
			return { status: 'in native code', frames: [] };
		try {
			const sampled = new Promise<readonly string[]>((resolve) => {
				this.#onStack = resolve;
			});
			await this.#post('Debugger.pause');
			const frames = await within(sampled, PAUSE_TIMEOUT_MS, late);
			return frames === late ? { status: 'waiting', frames: [] } : { status: 'running', frames };
		} finally {
			await within(this.#post('Debugger.disable'), ATTACH_TIMEOUT_MS, late);
		}
	}

	/** Evaluates an expression of JavaScript; undefined if the thread does not respond. */
	async evaluate(expression: string): Promise<unknown> {
		const evaluated = this.#post('Runtime.evaluate', { expression, returnByValue: true });
		const answer = await within(evaluated, ATTACH_TIMEOUT_MS, late);
		return answer === late ? undefined : (answer as { result?: { value?: unknown } }).result?.value;
	}

	#framesOf({ callFrames }: PausedEvent): string[] {
		return callFrames
			.slice(0, MAX_FRAMES)
			.map(({ functionName, url, location: { scriptId, lineNumber, columnNumber = 0 } }) => {
				const file = fileName(url || (this.#urls.get(scriptId) ?? ''));
				return `${functionName || '(anonymous)'} (${file}:${lineNumber + 1}:${columnNumber + 1})`;
			})
			.reverse();
	}
}

/** Names of node's own modules stay complete: 'node:internal/timers'. */
function fileName(url: string): string {
	return url.startsWith('node:') ? url : url.slice(url.lastIndexOf('/') + 1);
}

const late = Symbol('late');
