import { parseExact, parseExactDecimals, stringifyExact } from './exact-json.ts';

/**
 * Parses the four framings of the event stream of services in the field:
 *
 *   {"type":T,"event":X}\n                                to 7.4, and the interface document
 *   data: {"type":T,"event":X}\n\n                        7.5 to 7.11
 *   data: {"topic":T,"args":[…],"kwargs":{…}}\n\n         7.12 to 7.14
 *   event: T\ndata: {…}\n\n                               8.x
 */

/** A message of the stream in any framing. */
interface FramedEvent {
	readonly name: string;
	readonly payload: unknown;
}

/** An invalid message, with its beginning for the log. */
interface FramingFault {
	readonly fault: string;
}

/** Maximum length of a message. A stream that exceeds it is broken or hostile. */
const MAX_MESSAGE_CHARACTERS = 64 * 1024 * 1024;

/**
 * Splits bytes that arrive in any chunks into messages. Use one reader per connection. An unterminated message is
 * discarded when the connection ends.
 */
export class FrameReader {
	#text = new TextDecoder('utf-8');
	/** The chunks of the unterminated line. Joining them for each chunk would be quadratic. */
	#line: string[] = [];
	#length = 0;
	#event = '';
	#data: string[] = [];
	#dataLength = 0;

	/** Returns the messages completed by these bytes. Throws a RangeError if a message is too long. */
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
		if (this.#length + this.#dataLength > MAX_MESSAGE_CHARACTERS)
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
			// Leading white space is the keep-alive of an idle service.
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
		// Only events of the market contain amounts. Other values of them would be changed as well.
		value = mayHoldAmounts(event, data) ? parseExactDecimals(data) : parseExact(data);
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

/** Whether a message may be an event of the market. Every framing has its name in the message or before it. */
const mayHoldAmounts = (event: string, data: string): boolean =>
	event.startsWith('market_') || (event === '' && data.includes('"market_'));

/** Returns the payload of 7.12 to 7.14, which send a function call: kwargs, or the first of args. */
function argumentsOf(message: object): unknown {
	const args = 'args' in message ? message.args : undefined;
	const kwargs = 'kwargs' in message ? message.kwargs : undefined;
	if (typeof kwargs === 'object' && kwargs !== null && Object.keys(kwargs).length > 0) return kwargs;
	return Array.isArray(args) && args.length > 0 ? args[0] : {};
}

/** Serializes an event in the framing of the interface document: a JSON object and a newline. */
export function frameLine(name: string, payload: unknown): string {
	return `${stringifyExact({ type: name, event: payload })}\n`;
}

/** Serializes an event for clients that accept text/event-stream, such as browsers. */
export function frameServerSent(name: string, payload: unknown): string {
	return `data: ${stringifyExact({ type: name, event: payload })}\n\n`;
}
