import { assertAccepted } from '../../client/http/assert-accepted.ts';
import { sanitize } from '../../format/sanitize.ts';
import { one } from '../declaration/arguments.ts';
import type { Declaration } from '../declaration/declaration.ts';
import { usage } from '../declaration/failure.ts';
import { text } from '../declaration/options.ts';
import { changingOptions, downloadsArgument } from '../downloads/choose.ts';
import { type ChangeInput, changeEach, type Effect } from '../downloads/each.ts';
import { propertiesOf, propertyOptions } from '../downloads/properties.ts';
import { assertDone } from '../output/assert-done.ts';
import { jsonOption, printOutcome } from '../output/print.ts';
import { listCommand } from '../service-command/list-command.ts';
import { type Call, serviceCommand } from '../service-command/service-command.ts';

const labelArgument = one('name', 'name of the label');

const labelCommandText = {
	wouldSet: (label: string) => `would have the label ${label}`,
	wouldClear: 'would have no label',
	nothing: 'Specify what to change: --name, --destination, --down, --up, --ratio or --time.',
} as const;

const list = listCommand(
	{
		name: 'ls',
		aliases: ['list'],
		endpoint: 'listLabels',
		summary: 'list the labels and the numbers of their downloads',
		empty: 'There are no labels.',
	},
	({ client, limits }) => client.listLabels({}, limits),
	async () => (await import('../../columns/labels.ts')).labelColumns,
	({ labels }) => labels,
);

const add = serviceCommand({
	name: 'add',
	aliases: ['create'],
	endpoints: ['createLabel'],
	summary: 'create a label',
	examples: [
		['seedtop label add films --destination /srv/films --ratio 2', 'a label with a folder and a ratio'],
	],
	options: { ...propertyOptions, json: jsonOption },
	arguments: { name: labelArgument },
	async run({ name, json, ...properties }, call) {
		const body = propertiesOf(properties);
		const answer = await call.client.createLabel({ params: { name }, body }, call.limits);
		assertDone(answer.created, 'The service did not create the label.');
		await printOutcome(json, answer, `Created: ${sanitize(name, 200)}`, { id: name, result: 'created' });
	},
});

const change = serviceCommand({
	name: 'change',
	endpoints: ['changeLabel'],
	summary: 'rename a label, or change its destination and limits',
	options: { name: text('--name <name>', 'new name'), ...propertyOptions, json: jsonOption },
	arguments: { label: one('label', 'name of the label') },
	async run({ label, name, json, ...properties }, call) {
		const body = { ...(name === undefined ? {} : { name }), ...propertiesOf(properties) };
		if (Object.keys(body).length === 0) throw usage(labelCommandText.nothing);
		const answer = await call.client.changeLabel({ params: { name: label }, body }, call.limits);
		assertDone(answer.modified, 'The service did not change the label.');
		await printOutcome(json, answer, `Changed: ${sanitize(answer.name, 200)}`, {
			id: answer.name,
			result: 'changed',
		});
	},
});

const remove = serviceCommand({
	name: 'remove',
	aliases: ['rm'],
	endpoints: ['removeLabel'],
	summary: 'remove a label; its downloads stay',
	options: { json: jsonOption },
	arguments: { name: labelArgument },
	async run({ name, json }, call) {
		const answer = await call.client.removeLabel({ params: { name } }, call.limits);
		assertDone(answer.removed, 'The service did not remove the label.');
		await printOutcome(json, answer, `Removed: ${sanitize(name, 200)}`, { id: name, result: 'removed' });
	},
});

function setLabel(label: string, effect: Effect, input: ChangeInput, call: Call): Promise<number> {
	return changeEach(call, input, effect, ({ infohash }) =>
		assertAccepted(call.client.changeDownload({ params: { infohash }, body: { label } }, call.limits)),
	);
}

const set = serviceCommand({
	name: 'set',
	summary: 'give downloads a label; a new one is created',
	examples: [['seedtop label set linux debian ubuntu', 'two downloads']],
	options: changingOptions,
	arguments: { name: labelArgument, download: downloadsArgument },
	run: (input, call) => {
		const effect = { done: 'Labeled', would: labelCommandText.wouldSet(sanitize(input.name, 200)) };
		return setLabel(input.name, effect, input, call);
	},
});

const clear = serviceCommand({
	name: 'clear',
	summary: 'remove the labels of downloads',
	options: changingOptions,
	arguments: { download: downloadsArgument },
	run: (input, call) =>
		setLabel('', { done: 'Label removed', would: labelCommandText.wouldClear }, input, call),
});

/** Without a verb it lists the labels. */
export const labelCommand: Declaration = {
	...list,
	name: 'label',
	aliases: [],
	summary: 'labels of downloads, with a destination and limits of their own',
	description: 'Labels of downloads. Without a command it lists them.',
	verbs: [list, add, change, remove, set, clear],
};
