import { endpoints } from '../../protocol/endpoints/table.ts';
import { readEvent } from '../../protocol/events.ts';
import { FrameReader } from '../../protocol/framing.ts';
import { MalformedError, TimeoutError } from '../errors.ts';
import type { Http } from '../http.ts';
import type { Signs } from './dialect.ts';

/** Bytes in which the first message must end: it says a version and a key. */
const longestBeginning = 64 * 1024;

/**
 * Opens the stream of events for its first message, which every release sends at once, and closes it again.
 * 'silent' when it is open and nothing came. Throws a ClientError: a MalformedError for what is no such stream.
 */
export async function firstEvent(
	http: Http,
	timeout: number,
	signal: AbortSignal | undefined,
): Promise<Signs | 'silent'> {
	const { method, path } = endpoints.openEvents;
	const body = await http.open({
		method,
		path,
		// Our own service then frames as the document says, which no other does without being of generation A.
		accept: 'application/json',
		timeout,
		deadline: timeout,
		limit: longestBeginning,
		signal,
	});
	const reader = new FrameReader();
	let text = '';
	try {
		for await (const chunk of body) {
			text += Buffer.from(chunk).toString('latin1');
			for (const message of reader.read(chunk)) {
				if ('fault' in message) break;
				return { framing: framingOf(text), contentType: body.contentType, version: versionOf(message) };
			}
			if (!mayBeStream(text)) break;
		}
	} catch (error) {
		if (error instanceof TimeoutError) return 'silent';
		throw error;
	}
	throw new MalformedError(`${method} ${path}`, 'the answer is no stream of events');
}

/** Blank lines and comments may come first. */
function withoutPreamble(text: string): string {
	return text.replace(/^(?:(?::|id|retry)[^\n]*\n|[\r\n])+/, '');
}

function mayBeStream(text: string): boolean {
	const begin = withoutPreamble(text);
	return begin === '' || /^(?:\{|:|[a-z]{1,8}(?::|\r?\n|$))/.test(begin);
}

function framingOf(text: string): Signs['framing'] {
	const begin = withoutPreamble(text);
	if (begin.startsWith('{')) return 'line';
	if (begin.startsWith('event')) return 'event';
	return /^data: ?\{\s*"topic"/.test(begin) ? 'topic' : 'type';
}

function versionOf({ name, payload }: { name: string; payload: unknown }): string {
	const event = readEvent(name, payload);
	return event.type === 'events_start' ? event.payload.version : '';
}
