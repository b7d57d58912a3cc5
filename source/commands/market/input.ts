import { one } from '../declaration/arguments.ts';
import { serviceCommand } from '../declaration/service-command.ts';
import { assertDone } from '../output/assert-done.ts';
import { usage } from '../output/failure.ts';
import { jsonOption, printOutcome } from '../output/print.ts';

export const inputText = {
	missing: 'The input is empty. Type it at a terminal, or send it on standard input.',
	refused: 'The wallet did not accept the input.',
	accepted: 'The wallet accepted the input.',
	question: (asset: string) => `Input for the wallet of ${asset}: `,
} as const;

/** Gives a wallet the input that it requires. */
export const inputCommand = serviceCommand({
	name: 'input',
	endpoints: ['provideInput'],
	summary: 'give the wallet of an asset the input that it requires, such as a passphrase',
	description:
		'Reads one line from standard input and sends it to the wallet of an asset. At a terminal, the line is not shown.',
	examples: [['seedtop market input MB < passphrase', 'send the first line of a file']],
	options: { json: jsonOption },
	arguments: { asset: one('asset', 'name of the asset') },
	async run({ asset, json }, { client, limits }) {
		const { readSecret } = await import('../output/read-secret.ts');
		const input = await readSecret(inputText.question(asset));
		if (input === '') throw usage(inputText.missing);
		const answer = await client.provideInput({ params: { asset }, body: { input } }, limits);
		assertDone(answer.accepted, inputText.refused);
		await printOutcome(json, answer, inputText.accepted, { id: asset, result: 'accepted' });
	},
});
