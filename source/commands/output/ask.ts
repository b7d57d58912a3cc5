/**
 * Asks on standard error. Returns the typed line; empty if the input ends first. `isHidden`: the terminal does not show
 * what is typed.
 */
export async function ask(question: string, isHidden = false): Promise<string> {
	const [{ createInterface }, { Writable }] = await Promise.all([
		import('node:readline'),
		import('node:stream'),
	]);
	return new Promise((resolve) => {
		const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
		const lines = createInterface({
			input: process.stdin,
			...(isHidden ? { output: nowhere, terminal: true } : { output: process.stderr }),
		});
		lines.on('close', () => resolve(''));
		lines.on('SIGINT', () => {
			process.stderr.write('\n');
			process.exit(130);
		});
		if (isHidden) process.stderr.write(question);
		lines.question(isHidden ? '' : question, (answer) => {
			if (isHidden) process.stderr.write('\n');
			resolve(answer);
			lines.close();
		});
	});
}
