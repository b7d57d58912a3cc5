/** Answers queries of programs as a plain xterm does. Queries of the kitty protocol get no answer. */
export class Answers {
	readonly #reply: (text: string) => void;
	/** Start of an incomplete sequence. */
	#rest = '';

	constructor(reply: (text: string) => void) {
		this.#reply = reply;
	}

	/** Searches output for queries as it is read. */
	read(bytes: Buffer): void {
		if (this.#rest === '' && !bytes.includes(0x1b)) return;
		const text = this.#rest + bytes.toString('latin1');
		for (const [asked] of text.matchAll(queries)) this.#reply(answerTo(asked));
		const last = text.lastIndexOf('\x1b');
		const tail = text.slice(last, last + MAX_QUERY_LENGTH);
		this.#rest = last >= 0 && isUnfinished(tail) && last + MAX_QUERY_LENGTH > text.length ? tail : '';
	}
}

const MAX_QUERY_LENGTH = 24;
const queries = /\x1b\[(?:[056]n|\??[56]n|0?c|>0?c|18t|>0?q|\?\d+\$p)|\x1b\]1[012];\?(?:\x07|\x1b\\)/g;

function isUnfinished(tail: string): boolean {
	return /^\x1b(?:\[[0-?]*[ -/]*|\][^\x07]*)?$/.test(tail);
}

function answerTo(query: string): string {
	if (query.endsWith('5n')) return '\x1b[0n';
	if (query.endsWith('6n')) return '\x1b[1;1R';
	if (query.endsWith('q')) return '\x1bP>|XTerm(390)\x1b\\';
	if (query.endsWith('$p')) return `\x1b[?${query.slice(3, -2)};0$y`;
	if (query.startsWith('\x1b[>')) return '\x1b[>41;390;0c';
	if (query.endsWith('c')) return '\x1b[?62;22c';
	if (query.startsWith('\x1b]')) {
		const which = query.slice(2, 4);
		return `\x1b]${which};rgb:${which === '11' ? '0000/0000/0000' : 'ffff/ffff/ffff'}\x1b\\`;
	}
	return '';
}
