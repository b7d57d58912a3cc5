/** Maximum length of a secret, characters. */
const MAX_SECRET_CHARACTERS = 10_000;

/**
 * Returns the first line of standard input, without its end. At a terminal, prints `question` first and does not show
 * the typed characters. Secrets are not arguments, because other users see the arguments of processes.
 */
export async function readSecret(question: string): Promise<string> {
	if (process.stdin.isTTY && process.stderr.isTTY) return askHidden(question);
	process.stdin.setEncoding('utf8');
	let text = '';
	for await (const chunk of process.stdin) {
		text += chunk;
		if (text.length > MAX_SECRET_CHARACTERS) break;
	}
	return text.split(/\r?\n/)[0] ?? '';
}

async function askHidden(question: string): Promise<string> {
	const [{ createInterface }, { Writable }] = await Promise.all([
		import('node:readline'),
		import('node:stream'),
	]);
	return new Promise((resolve) => {
		const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
		const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
		lines.on('close', () => resolve(''));
		lines.on('SIGINT', () => {
			process.stderr.write('\n');
			process.exit(130);
		});
		// The terminal no longer shows what is typed.
		process.stderr.write(question);
		lines.question('', (answer) => {
			process.stderr.write('\n');
			resolve(answer);
			lines.close();
		});
	});
}
