import { parseExact, stringifyExact } from './exact-json.ts';

/**
 * The four ways in which services in the field frame their stream of events, taken apart by one reader:
 *
 *   {"type":T,"event":X}\n                                to 7.4, and the interface document
 *   data: {"type":T,"event":X}\n\n                        7.5 to 7.11
 *   data: {"topic":T,"args":[…],"kwargs":{…}}\n\n         7.12 to 7.14
 *   event: T\ndata: {…}\n\n                               8.x
 */

/** One message of the stream, whatever framed it. */
export interface FramedEvent {
	readonly name: string;
	readonly payload: unknown;
}

/** A message that could not be understood, with its beginning for the log. */
export interface FramingFault {
	readonly fault: string;
}

/** Characters one message may have; a stream that sends more without an end is broken or hostile. */
const longestMessage = 64 * 1024 * 1024;

/**
 * Takes bytes as they arrive, in any portions, and hands out messages. One reader per connection; what has not ended
 * when the connection does is incomplete and lost with it.
 */
export class FrameReader {
	#text = new TextDecoder('utf-8');
	/** The line that has not ended yet, in the portions it came in: joining them each time would cost squares. */
	#line: string[] = [];
	#length = 0;
	#event = '';
	#data: string[] = [];
	#dataLength = 0;

	/** The messages that these bytes complete. Throws RangeError on a message beyond all measure. */
	read(bytes: Uint8Array): (FramedEvent | FramingFault)[] {
		const found: (FramedEvent | FramingFault)[] = [];
		const text = this.#text.decode(bytes, { stream: true });
		let from = 0;
		for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
			this.#line.push(text.slice(from, end));
			const line = this.#line.join('');
			this.#line = [];
			from = end + 1;
			this.#takeLine(line.endsWith('\r') ? line.slice(0, -1) : line, found);
		}
		if (from < text.length) this.#line.push(text.slice(from));
		this.#length = from > 0 ? text.length - from : this.#length + text.length;
		if (this.#length + this.#dataLength > longestMessage)
			throw new RangeError('A message of the event stream has no end.');
		return found;
	}

	#takeLine(line: string, found: (FramedEvent | FramingFault)[]): void {
		if (line === '') {
			if (this.#data.length > 0) found.push(interpret(this.#event, this.#data.join('\n')));
			this.#event = '';
			this.#data = [];
			this.#dataLength = 0;
		} else if (/^[ \t]*\{/.test(line)) {
			// White space before it is the sign of life of a service that has nothing to tell.
			found.push(interpret('', line));
		} else if (!line.startsWith(':')) {
			const colon = line.indexOf(':');
			const field = colon < 0 ? line : line.slice(0, colon);
			const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
			if (field === 'data') {
				this.#data.push(value);
				this.#dataLength += value.length + 1;
			} else if (field === 'event') this.#event = value;
			else if (field !== 'id' && field !== 'retry')
				found.push({ fault: `unknown line: ${line.slice(0, 80)}` });
		}
	}
}

function interpret(event: string, data: string): FramedEvent | FramingFault {
	let value: unknown;
	try {
		value = parseExact(data);
	} catch {
		return { fault: `not JSON: ${data.slice(0, 80)}` };
	}
	if (event !== '') return { name: event, payload: value };
	if (typeof value === 'object' && value !== null) {
		if ('type' in value && typeof value.type === 'string') {
			return { name: value.type, payload: 'event' in value ? value.event : {} };
		}
		if ('topic' in value && typeof value.topic === 'string') {
			return { name: value.topic, payload: argumentsOf(value) };
		}
	}
	return { fault: `no type: ${data.slice(0, 80)}` };
}

/** 7.12 to 7.14 call a function: what it was given is in kwargs, or first in args. */
function argumentsOf(message: object): unknown {
	const args = 'args' in message ? message.args : undefined;
	const kwargs = 'kwargs' in message ? message.kwargs : undefined;
	if (typeof kwargs === 'object' && kwargs !== null && Object.keys(kwargs).length > 0) return kwargs;
	return Array.isArray(args) && args.length > 0 ? args[0] : {};
}

/** One event in the framing of the interface document: a JSON object and a newline. */
export function frameLine(name: string, payload: unknown): string {
	return `${stringifyExact({ type: name, event: payload })}\n`;
}

/** The same for clients that ask for text/event-stream, as browsers do. */
export function frameServerSent(name: string, payload: unknown): string {
	return `data: ${stringifyExact({ type: name, event: payload })}\n\n`;
}
