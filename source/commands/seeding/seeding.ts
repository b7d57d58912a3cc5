import { assertAccepted } from '../../client/http/assert-accepted.ts';
import { usage } from '../declaration/failure.ts';
import { chooseMany, choosingOptions, downloadsArgument } from '../downloads/choose.ts';
import { doToEach } from '../downloads/each.ts';
import { propertiesOf, seedingOptions } from '../downloads/properties.ts';
import { jsonOption } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';

const seedingCommandText = { nothing: 'Specify --ratio, --time or both.' } as const;

export const seedingCommand = serviceCommand({
	name: 'seeding',
	summary: 'end the seeding of downloads at a ratio or after a time',
	description:
		'Sets limits of seeding of downloads. An omitted limit is unchanged. A download without a limit has that of ' +
		"its label ('seedtop label change'), else that of the service ('seedtop settings').",
	examples: [
		['seedtop seeding debian --ratio 2 --time 7d', 'stop it at ratio 2 or after 7 days of seeding'],
		['seedtop seeding debian --ratio none', 'seed without a ratio limit'],
	],
	options: { ...seedingOptions, ...choosingOptions, json: jsonOption },
	arguments: { download: downloadsArgument },
	async run({ ratio, time, ...input }, call) {
		const body = propertiesOf({ ratio, time });
		if (Object.keys(body).length === 0) throw usage(seedingCommandText.nothing);
		const chosen = await chooseMany(call, input);
		return doToEach(chosen, input.json, 'Limited', ({ infohash }) =>
			assertAccepted(call.client.changeDownload({ params: { infohash }, body }, call.limits)),
		);
	},
});
