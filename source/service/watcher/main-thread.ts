import { Session } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { within } from '../../basics/within.ts';
import { Debuggee } from './debuggee.ts';

/** Runs `work` with an inspector session of the main thread, then closes the session. */
export async function withMainThread<T>(work: (session: Session) => Promise<T>): Promise<T> {
	const session = new Session();
	session.connectToMainThread();
	try {
		return await work(session);
	} finally {
		session.disconnect();
	}
}

/** Rejects if the main thread does not respond in time. It may be in native code, as in a synchronous read. */
export async function responseWithin<T>(task: Promise<T>, milliseconds: number): Promise<T> {
	const response = await within(task, milliseconds, late);
	if (response === late) throw new Error('the main thread does not respond');
	return response;
}

const late = Symbol('late');

/** Returns the main thread of a session as a debuggee. */
export function mainDebuggee(session: Session): Debuggee {
	const main = new Debuggee((method, params) => session.post(method, params));
	for (const event of ['Debugger.scriptParsed', 'Debugger.paused'])
		session.on(event, ({ params }: { params: unknown }) => main.handle(event, params));
	return main;
}

/** A worker of the main thread. */
export interface WorkerDebuggee {
	/** The number of the worker in its process. */
	readonly number: number;
	readonly name: string;
	readonly debuggee: Debuggee;
}

/** Time for all workers to be reported. */
const DISCOVERY_MS = 5;
const ENABLE_TIMEOUT_MS = 1_000;

/** Returns the workers of the main thread. They stay attached until the session ends. */
export async function workerDebuggees(session: Session): Promise<readonly WorkerDebuggee[]> {
	const workers = new Map<string, WorkerDebuggee & { readonly receive: (message: string) => void }>();
	session.on('NodeWorker.attachedToWorker', ({ params }: { params: AttachedWorker }) => {
		workers.set(params.sessionId, attachedWorker(session, params));
	});
	session.on(
		'NodeWorker.receivedMessageFromWorker',
		({ params: { sessionId, message } }: { params: { sessionId: string; message: string } }) =>
			workers.get(sessionId)?.receive(message),
	);
	const enabled = session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
	await within(enabled, ENABLE_TIMEOUT_MS, undefined);
	await delay(DISCOVERY_MS);
	return [...workers.values()];
}

interface AttachedWorker {
	readonly sessionId: string;
	readonly workerInfo: { readonly workerId: string; readonly title: string };
}

function attachedWorker(session: Session, { sessionId, workerInfo }: AttachedWorker) {
	let lastId = 0;
	const pending = new Map<number, (result: unknown) => void>();
	const debuggee = new Debuggee((method, params = {}) => {
		const id = ++lastId;
		const answered = new Promise<unknown>((resolve) => pending.set(id, resolve));
		const message = JSON.stringify({ id, method, params });
		return session.post('NodeWorker.sendMessageToWorker', { sessionId, message }).then(() => answered);
	});
	// 'Worker', then '[worker 2] name' in Node 20.
	const [, number = workerInfo.workerId, name = ''] = /^\[worker (\d+)\] ?(.*)$/.exec(workerInfo.title) ?? [];
	return {
		number: Number(number),
		name: name || 'worker',
		debuggee,
		receive: (text: string) => {
			const { id, method, params, result } = JSON.parse(text);
			if (id === undefined) {
				debuggee.handle(method, params);
				return;
			}
			pending.get(id)?.(result ?? {});
			pending.delete(id);
		},
	};
}
