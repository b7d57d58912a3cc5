import { entryColumns } from '../../columns/metadata.ts';
import type { ChannelEntry } from '../../protocol/resources/metadata.ts';
import { one, some } from '../declaration/arguments.ts';
import { group } from '../declaration/declaration.ts';
import { usage } from '../declaration/failure.ts';
import { integer, text } from '../declaration/options.ts';
import { confirm, yesOption } from '../output/confirm.ts';
import { printJson, printTable, type TableInput, tableOptions } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { serviceOptions } from '../service-command/service-options.ts';

const publicKey = one('public-key', 'public key of the channel');
const none = 'There is no such entry.';

async function printEntries(entries: readonly ChannelEntry[], { json, header }: TableInput): Promise<void> {
	if (!json) return printTable(entryColumns, entries, { header, empty: none });
	// Load schemas on demand, because help does not need them.
	const { answerWithNulls } = await import('../output/with-nulls.ts');
	printJson({ entries: answerWithNulls('listEntries', entries) });
}

const show = serviceCommand({
	name: 'show',
	endpoints: ['listEntries'],
	summary: 'show a channel entry',
	options: tableOptions,
	arguments: { publicKey, id: one('id', 'number of the entry') },
	async run({ publicKey: public_key, id, json, header }, { client, limits }) {
		const params = { public_key, id: String(readId(id)) };
		const entries = await client.listEntries({ params }, limits);
		await printEntries(entries, { json, header });
	},
});

const set = serviceCommand({
	name: 'set',
	endpoints: ['changeEntry', 'changeEntries'],
	summary: 'change channel entries',
	options: {
		name: text('--name <name>', 'new name'),
		category: text('--category <name>', 'new category'),
		status: integer('--status <number>', 'new status'),
		origin: text('--origin <id>', 'parent entry; only with a single id'),
		...tableOptions,
	},
	arguments: { publicKey, id: some('id', 'numbers of the entries') },
	async run({ publicKey: public_key, id: given, name, category, status, origin, json, header }, call) {
		const changes = {
			...(name === undefined ? {} : { name }),
			...(category === undefined ? {} : { category }),
			...(status === undefined ? {} : { status }),
		};
		const origin_id = origin === undefined ? undefined : readId(origin);
		if (Object.keys(changes).length === 0 && origin_id === undefined) {
			throw usage('Specify --name, --category, --status or --origin.');
		}
		const ids = given.map(readId);
		const [first, second] = ids;
		if (origin_id !== undefined && second !== undefined) throw usage('--origin is for a single entry.');
		const { client, limits } = call;
		const entries =
			first !== undefined && second === undefined
				? await client.changeEntry(
						{
							params: { public_key, id: String(first) },
							body: { ...changes, ...(origin_id === undefined ? {} : { origin_id }) },
						},
						limits,
					)
				: await client.changeEntries({ body: ids.map((id) => ({ public_key, id, ...changes })) }, limits);
		await printEntries(entries, { json, header });
	},
});

const remove = serviceCommand({
	name: 'remove',
	endpoints: ['removeEntries'],
	aliases: ['rm'],
	summary: 'remove channel entries',
	options: { yes: yesOption, ...tableOptions },
	arguments: { publicKey, id: some('id', 'numbers of the entries') },
	async run({ publicKey: public_key, id: given, yes, json, header }, { client, limits }) {
		const ids = given.map(readId);
		await confirm(yes, `Remove ${ids.length} ${ids.length === 1 ? 'entry' : 'entries'} of the channel?`);
		const entries = await client.removeEntries({ body: ids.map((id) => ({ public_key, id })) }, limits);
		await printEntries(entries, { json, header });
	},
});

export const metadataCommand = group({
	name: 'metadata',
	summary: 'entries of channels',
	options: serviceOptions,
	verbs: [show, set, remove],
});

/** Returns the failure for a malformed number. */
export function noEntry(text: string): string {
	return `'${text}' is not the number of an entry.`;
}

/** Parses the exact number of an entry. Most exceed 2^53. */
function readId(text: string): bigint {
	if (!/^\d{1,20}$/.test(text)) throw usage(noEntry(text));
	return BigInt(text);
}
