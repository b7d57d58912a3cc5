import { assertAccepted } from '../../client/http/assert-accepted.ts';
import { bytes } from '../../format/bytes.ts';
import type { Download } from '../../protocol/resources/download.ts';
import { flag } from '../declaration/options.ts';
import { confirm, yesOption } from '../output/confirm.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { changingOptions, chooseListed, displayName, downloadsArgument } from './choose.ts';
import { doToEach, planEach } from './each.ts';
import { listed } from './match.ts';

/** Questions of the command. */
export const removeText = {
	withData: (what: string, data: string, total: string) => `Remove ${what} and delete ${data} (${total})?`,
	wouldKeep: 'would be removed, and its data kept',
	wouldDelete: 'would be removed, and its data deleted',
	keepData: (what: string, data: string, total: string) => `Remove ${what} (${total}) and keep ${data}?`,
};

export const removeCommand = serviceCommand({
	name: 'remove',
	aliases: ['rm'],
	summary: 'remove downloads, with or without their data',
	description:
		'Removes downloads from the service. Their data stays on the disk unless --with-data is given. ' +
		'Asks for confirmation. Without a terminal, --yes is required.',
	examples: [
		['seedtop remove debian --with-data', 'remove it, and delete its data from the disk'],
		["seedtop remove --filter 'ratio>2 finished>30d' --dry-run", 'which ones it would remove'],
	],
	options: {
		...changingOptions,
		withData: flag('--with-data', 'also delete their data from the disk'),
		yes: yesOption,
	},
	arguments: { download: downloadsArgument },
	async run(input, call) {
		const chosen = await chooseListed(call, input);
		if (input.dryRun) {
			return planEach(chosen, input.json, input.withData ? removeText.wouldDelete : removeText.wouldKeep);
		}
		if (chosen.length > 0) {
			const details = chosen.length > 1 ? listed(chosen) : [];
			const word = input.withData ? 'delete' : undefined;
			await confirm(input.yes, questionOf(chosen, input.withData), details, word);
		}
		const done = input.withData ? 'Removed with its data' : 'Removed';
		return doToEach(chosen, input.json, done, ({ infohash }) =>
			assertAccepted(
				call.client.removeDownload(
					{ params: { infohash }, body: { remove_data: input.withData } },
					call.limits,
				),
			),
		);
	},
});

/** Returns the question with the downloads and their total size. */
function questionOf(chosen: readonly Download[], withData: boolean): string {
	const [first] = chosen;
	const what = chosen.length === 1 && first ? displayName(first) : `${chosen.length} downloads`;
	const total = bytes(chosen.reduce((sum, { size }) => sum + (size ?? Number.NaN), 0));
	const data = chosen.length === 1 ? 'its data' : 'their data';
	return withData ? removeText.withData(what, data, total) : removeText.keepData(what, data, total);
}
