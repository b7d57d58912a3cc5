import { readError } from '../../protocol/errors.ts';
import { parseExactDecimals } from '../../protocol/exact-json.ts';
import { CommandFailure } from '../declaration/failure.ts';
import { refuseTerminal } from '../output/binary.ts';
import { printJson } from '../output/print.ts';

/** Prints a response unchanged: JSON with terminal control characters escaped, other content byte by byte. */
export async function printAnswer(bytes: Uint8Array): Promise<void> {
	const answer = readAnswer(bytes);
	if (answer === undefined) {
		refuseTerminal(`A response of ${bytes.length} bytes that is not JSON`, 'redirect it with | or >');
		await new Promise<void>((resolve, reject) =>
			process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())),
		);
		return;
	}
	printJson(answer.value);
	// Services in the field send some errors with status 200.
	const error = readError(answer.value);
	if (error) throw new CommandFailure(error.message || 'The service answered with an error.');
}

function readAnswer(bytes: Uint8Array): { readonly value: unknown } | undefined {
	try {
		return { value: parseExactDecimals(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
	} catch {
		return undefined;
	}
}
