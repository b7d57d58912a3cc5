import { isDeepStrictEqual } from 'node:util';
import { readSettingsOf8 } from '../../client/settings-of-8.ts';
import { isOf8 } from '../../client/shared-limits.ts';
import { oneLine } from '../../format/one-line.ts';
import { ChangesOf8, SettingsChanges } from '../../protocol/resources/settings.ts';
import { countStopped } from '../../settings/count-stopped.ts';
import { type SettingField, settingChanges, settingFields, settingValue } from '../../settings/fields.ts';
import { settingFieldsOf8 } from '../../settings/fields-of-8.ts';
import { CommandFailure, exitCodes, usage } from '../declaration/failure.ts';
import { confirm } from '../output/confirm.ts';
import { printAnswer, printJson, printLine } from '../output/print.ts';
import type { Call } from '../service-command/service-command.ts';
import { keepingFormer, noticeUndo, readFormer } from './former-file.ts';
import { printSetting, settingRow } from './setting-rows.ts';

interface Input {
	readonly json: boolean;
	readonly yes: boolean;
	readonly setting: readonly string[];
}

/** Maximum characters of a given word in a message. */
const MAX_WORD = 60;

export const changeSettingsText = {
	pairs: 'Give a name and a value for each setting, e.g. limits.download=5M.',
	unknown: (name: string, names: readonly string[]) =>
		`There is no setting '${oneLine(name, MAX_WORD)}'. The settings are ${names.join(', ')}.`,
	twice: (name: string) => `The setting ${name} is given twice. Give it once.`,
	invalid: (name: string, value: string, accepts: string) =>
		`Invalid value for ${name}: '${oneLine(value, MAX_WORD)}'. ${accepts}`,
	refused: (problem: string) => `Invalid settings: ${oneLine(problem, 200)}.`,
	noUndo: (url: string) =>
		`Only changes of settings of Tribler 8 can be undone. The service at ${url} is another program.`,
	stops: (count: number) =>
		`This stops up to ${count} running ${count === 1 ? 'download' : 'downloads'}. Change the settings?`,
	kept: (name: string, value: string) =>
		`The service reports ${value || 'no value'} for ${name}, not the requested value. Its log may say why.`,
} as const;

/** A setting and its requested value. */
interface RequestedSetting {
	readonly field: SettingField;
	readonly value: unknown;
}

/** Changes settings of the service, and prints the values that it reports afterwards. */
export async function changeSettings({ json, yes, setting }: Input, call: Call): Promise<void> {
	const words = pairsOf(setting);
	if (words.length === 0 || words.length % 2 !== 0) throw usage(changeSettingsText.pairs);
	const { client, limits } = call;
	const isForeign = await isOf8(client, limits);
	const requested = readRequestedSettings(words, isForeign ? settingFieldsOf8 : settingFields);
	const send = (isForeign ? changeForeign : changeOwn)(requested, call);
	if (!yes) await confirmStops(requested, isForeign, call);
	const settings = await send();
	for (const { field, value } of requested) {
		if (isDeepStrictEqual(settingValue(settings, field.path), value)) continue;
		throw new CommandFailure(changeSettingsText.kept(field.path, settingRow(field, settings).value));
	}
	await printChanged(
		requested.map(({ field }) => field),
		settings,
		{ json, isForeign },
	);
}

/** Restores the settings of a service of 8.x before the last change by a command, and prints them. */
export async function undoSettings({ json }: Pick<Input, 'json'>, { client, limits }: Call): Promise<void> {
	if (!(await isOf8(client, limits)))
		throw new CommandFailure(changeSettingsText.noUndo(client.url), exitCodes.notFound);
	const former = await readFormer(client.url);
	const settings = await client.restoreSettingsOf8(former, { ...limits, ...keepingFormer(client.url) });
	await printChanged(settingFieldsOf8, settings, { json, isForeign: true });
}

async function printChanged(
	fields: readonly SettingField[],
	settings: object,
	{ json, isForeign }: { readonly json: boolean; readonly isForeign: boolean },
): Promise<void> {
	if (json && isForeign) printJson(settings);
	else if (json) await printAnswer('changeServiceSettings', settings);
	else {
		for (const field of fields) {
			if (process.stdout.isTTY) printLine(`${field.label}: ${settingRow(field, settings).value}`);
			else printSetting(field, settings);
		}
	}
	if (isForeign) noticeUndo();
}

/** Asks before a change that stops running downloads. */
async function confirmStops(
	requested: readonly RequestedSetting[],
	isForeign: boolean,
	{ client, limits }: Call,
) {
	// The list may be long.
	if (!requested.some(({ field }) => field.section !== 'limits')) return;
	const now = isForeign ? await readSettingsOf8(client, limits) : await client.getServiceSettings({}, limits);
	const { downloads } = await client.listDownloads({}, limits);
	const changes = valuesOf(requested);
	const count = countStopped(downloads, now, changes, isForeign);
	if (count > 0) await confirm(false, changeSettingsText.stops(count));
}

function valuesOf(requested: readonly RequestedSetting[]) {
	return requested.map(({ field, value }) => [field.path, value] as const);
}

/** Returns the function that sends the changes. Throws if a value is invalid. */
function changeOwn(requested: readonly RequestedSetting[], { client, limits }: Call): () => Promise<object> {
	const body = settingChanges(SettingsChanges, valuesOf(requested));
	if (typeof body === 'string') throw usage(changeSettingsText.refused(body));
	return () => client.changeServiceSettings({ body }, limits);
}

function changeForeign(
	requested: readonly RequestedSetting[],
	{ client, limits }: Call,
): () => Promise<object> {
	const changes = settingChanges(ChangesOf8, valuesOf(requested));
	if (typeof changes === 'string') throw usage(changeSettingsText.refused(changes));
	return () => client.changeSettingsOf8(changes, { ...limits, ...keepingFormer(client.url) });
}

/** Splits 'name=value' where a name is expected. A value may contain '='. */
function pairsOf(words: readonly string[]): readonly string[] {
	const pairs: string[] = [];
	for (const word of words) {
		const [, name, value] = /^([a-z][\w.]*)=([\s\S]*)$/.exec(word) ?? [];
		if (pairs.length % 2 === 0 && name !== undefined && value !== undefined) pairs.push(name, value);
		else pairs.push(word);
	}
	return pairs;
}

function readRequestedSettings(
	words: readonly string[],
	fields: readonly SettingField[],
): readonly RequestedSetting[] {
	const requested: RequestedSetting[] = [];
	for (let index = 0; index < words.length; index += 2) {
		const [name = '', text = ''] = words.slice(index, index + 2);
		const field = fields.find(({ path }) => path === name);
		if (!field) {
			throw usage(
				changeSettingsText.unknown(
					name,
					fields.map(({ path }) => path),
				),
			);
		}
		if (requested.some((each) => each.field === field)) throw usage(changeSettingsText.twice(name));
		const value = field.kind.read(text);
		if (value === undefined) throw usage(changeSettingsText.invalid(name, text, field.kind.accepts));
		requested.push({ field, value });
	}
	return requested;
}
