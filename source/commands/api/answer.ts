import { readError } from '../../protocol/errors.ts';
import { parseExact } from '../../protocol/exact-json.ts';
import { refuseTerminal } from '../output/binary.ts';
import { CommandFailure } from '../output/failure.ts';
import { printJson } from '../output/print.ts';

/** Prints an answer as it came: JSON with what a terminal would obey escaped, anything else byte by byte. */
export async function printAnswer(bytes: Uint8Array): Promise<void> {
	const answer = readAnswer(bytes);
	if (answer === undefined) {
		refuseTerminal(`An answer of ${bytes.length} bytes that are not JSON`, 'send it on with | or >');
		await new Promise<void>((resolve, reject) =>
			process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())),
		);
		return;
	}
	printJson(answer.value);
	// Services in the field put some errors into a 200.
	const error = readError(answer.value);
	if (error) throw new CommandFailure(error.message || 'The service answered with an error.');
}

function readAnswer(bytes: Uint8Array): { readonly value: unknown } | undefined {
	try {
		return { value: parseExact(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
	} catch {
		return undefined;
	}
}
