import { connect } from 'node:net';

export interface RawAnswer {
	readonly status: number;
	/** Header names in lower case. */
	readonly headers: ReadonlyMap<string, string>;
	readonly body: string;
}

/**
 * Sends bytes over a new connection, part by part. Returns the answers until the other side closes it, or until there
 * are `count`. Bodies need a Content-Length.
 */
export function sendRaw(url: string, parts: readonly (string | Buffer)[], count = 1): Promise<RawAnswer[]> {
	const { hostname, port } = new URL(url);
	return new Promise((resolve, reject) => {
		const received: Buffer[] = [];
		const socket = connect(Number(port), hostname, async () => {
			for (const part of parts) {
				// One packet each: bytes that arrive together are read together.
				await new Promise<void>((sent) => socket.write(part, () => sent()));
			}
		});
		socket.setNoDelay(true);
		const end = () => {
			socket.destroy();
			resolve(answersIn(Buffer.concat(received)).filter(({ status }) => status >= 200));
		};
		socket.on('data', (bytes) => {
			received.push(bytes);
			const answers = answersIn(Buffer.concat(received)).filter(({ status }) => status >= 200);
			if (answers.length >= count) end();
		});
		socket.on('close', end);
		// A service that refuses may close while we still send. Its answer has arrived by then.
		socket.on('error', end);
		socket.setTimeout(20_000, () => reject(new Error(`no answer: ${Buffer.concat(received)}`)));
	});
}

function answersIn(bytes: Buffer): RawAnswer[] {
	const answers: RawAnswer[] = [];
	let rest = bytes;
	for (;;) {
		const end = rest.indexOf('\r\n\r\n');
		if (end < 0) return answers;
		const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
		const headers = new Map(
			lines.map((line) => {
				const colon = line.indexOf(':');
				return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
			}),
		);
		const length = Number(headers.get('content-length') ?? 0);
		if (rest.length < end + 4 + length) return answers;
		const body = rest.subarray(end + 4, end + 4 + length).toString();
		answers.push({ status: Number(first.split(' ')[1]), headers, body });
		rest = rest.subarray(end + 4 + length);
	}
}
