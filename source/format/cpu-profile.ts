import { type Fields, isFields } from '../basics/fields.ts';
import { oneLine } from './one-line.ts';

/** A function of a CPU profile. Texts are sanitized. */
interface ProfiledFunction {
	readonly name: string;
	/** Its file with the line, from 1: 'engine.js:120'; empty for functions of the virtual machine. */
	readonly place: string;
	/** Time in the function itself, without the functions that it calls, ms. */
	readonly selfMs: number;
}

/** Summary of a .cpuprofile file. */
export interface CpuProfile {
	readonly durationMs: number;
	/** Time in which nothing ran, ms. */
	readonly idleMs: number;
	/** The functions with the longest time, the hottest first. */
	readonly hottest: readonly ProfiledFunction[];
}

const MAX_NAME_LENGTH = 120;
/** Characters of a text that are read at most. */
const MAX_READ_LENGTH = 4_096;
/** V8's name for the time in which nothing runs. */
const IDLE = '(idle)';
const ROOT = '(root)';

/**
 * Reads a parsed .cpuprofile of V8: nodes, samples (node ids) and timeDeltas (µs before each sample). Returns undefined
 * if it is not one. The content is untrusted.
 */
export function readCpuProfile(profile: unknown, count: number): CpuProfile | undefined {
	if (!isFields(profile) || !Array.isArray(profile.nodes) || !Array.isArray(profile.samples))
		return undefined;
	const { samples } = profile;
	const deltas: readonly unknown[] = Array.isArray(profile.timeDeltas) ? profile.timeDeltas : [];
	const keys = new Map<unknown, string>();
	const functions = new Map<string, { readonly frame: Fields; selfMs: number }>();
	for (const node of profile.nodes as readonly unknown[]) {
		if (!isFields(node) || !isFields(node.callFrame)) continue;
		const { callFrame: frame } = node;
		const key = `${textOf(frame.functionName)}\n${textOf(frame.url)}\n${frame.lineNumber}`;
		keys.set(node.id, key);
		if (!functions.has(key)) functions.set(key, { frame, selfMs: 0 });
	}
	let durationMs = 0;
	for (const [index, id] of samples.entries()) {
		// A sample lasts until the next one.
		const lasted = milliseconds(deltas[index + 1]);
		durationMs += lasted;
		const sampled = functions.get(keys.get(id) ?? '');
		if (sampled) sampled.selfMs += lasted;
	}
	const busy = [...functions.values()].filter(({ selfMs }) => selfMs > 0);
	const named = (name: string) => busy.filter(({ frame }) => frame.functionName === name);
	return {
		durationMs,
		idleMs: named(IDLE).reduce((sum, { selfMs }) => sum + selfMs, 0),
		hottest: busy
			.filter(({ frame }) => frame.functionName !== IDLE && frame.functionName !== ROOT)
			.sort((one, other) => other.selfMs - one.selfMs)
			.slice(0, count)
			.map(({ frame, selfMs }) => ({ name: nameOf(frame), place: placeOf(frame), selfMs })),
	};
}

function nameOf({ functionName }: Fields): string {
	return oneLine(textOf(functionName), MAX_NAME_LENGTH) || '(anonymous)';
}

/** Returns the name of the file without its folder, and the line. V8 counts lines from 0. */
function placeOf({ url, lineNumber }: Fields): string {
	const path = textOf(url);
	if (path === '') return '';
	const name = path.slice(path.lastIndexOf('/') + 1);
	const line = Number.isSafeInteger(lineNumber) ? `:${Number(lineNumber) + 1}` : '';
	return oneLine(name, MAX_NAME_LENGTH) + line;
}

/** Returns µs as ms. Clocks that go back and wrong values count as 0. */
function milliseconds(delta: unknown): number {
	return typeof delta === 'number' && delta > 0 && Number.isFinite(delta) ? delta / 1_000 : 0;
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value.slice(0, MAX_READ_LENGTH) : '';
}
