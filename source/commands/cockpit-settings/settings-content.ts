import Type from 'typebox';
import { isFields } from '../../basics/fields.ts';
import type { SmallFile } from '../../client/discovery/small-file.ts';
import { oneLine } from '../../format/one-line.ts';
import { decode } from '../../protocol/decode.ts';
import { themeNames } from '../../tui/theme/names.ts';
import { owners } from '../declaration/owners.ts';
import { otherKinds } from '../output/type-mismatches.ts';
import { notifyMethods } from './notify-methods.ts';

/** Settings of the cockpit in cockpit.json. Documented in docs/configuration.md. */
export const CockpitSettings = Type.Object({
	theme: Type.Optional(Type.Enum([...themeNames])),
	ascii: Type.Optional(Type.Boolean()),
	mouse: Type.Optional(Type.Boolean()),
	linear: Type.Optional(Type.Boolean()),
	/** Command line of the player for files. */
	player: Type.Optional(Type.String()),
	notify: Type.Optional(Type.Enum([...notifyMethods])),
	/** Preferred service if both seedtop's own and another one run. Commands read it too. */
	service: Type.Optional(Type.Enum([...owners])),
});
export type CockpitSettings = Type.Static<typeof CockpitSettings>;

export interface ReadSettings {
	/** Valid settings. Empty if there is no file. */
	readonly settings: Partial<CockpitSettings>;
	/** Invalid settings with reasons, each in one sanitized line. */
	readonly faults: readonly string[];
}

/** Maximum number of faults reported individually. The file may have any number. */
const MAX_FAULTS = 10;
/** Maximum length of a reported fault. */
const MAX_FAULT_CHARACTERS = 400;

/** Faults of the settings file. */
export const settingsText = {
	notUsed: (path: string, reason: string) => `The settings in ${path} are not used: ${reason}.`,
	file: (problem: string) => `it ${problem}`,
	notJson: (reason: string) => `it is not JSON (${reason})`,
	notObject: 'it is not a JSON object',
	invalid: (path: string, problem: string) => `Invalid setting in ${path}: ${problem}.`,
	unknown: (key: string, known: readonly string[]) =>
		`there is no setting '${key}', only ${known.join(', ')}`,
	more: (count: number, path: string) => `${count} more invalid settings in ${path}.`,
};

/** Returns the valid settings of the file at a path, and its faults. */
export function settingsIn(path: string, file: SmallFile): ReadSettings {
	const unusable = (reason: string): ReadSettings => ({
		settings: {},
		faults: [oneLine(settingsText.notUsed(path, reason), MAX_FAULT_CHARACTERS)],
	});
	if (!('text' in file))
		return file.missing ? { settings: {}, faults: [] } : unusable(settingsText.file(file.reason));
	let content: unknown;
	try {
		content = JSON.parse(file.text);
	} catch (error) {
		return unusable(settingsText.notJson(error instanceof Error ? error.message : String(error)));
	}
	if (!isFields(content)) return unusable(settingsText.notObject);
	return usable(path, content);
}

/** Returns the valid settings of the parsed file, and the faults of the others. */
function usable(path: string, content: object): ReadSettings {
	const { value, deviations } = decode(CockpitSettings, content);
	const known = Object.keys(CockpitSettings.properties);
	const odd = Object.keys(content).filter((key) => !known.includes(key));
	const unreadable = deviations.map((deviation) => deviation.path);
	const others = otherKinds({ ...content }, value, [...unreadable, ...odd]);
	const wrong = [...unreadable, ...others.map(({ key }) => key)];
	const kept = Object.entries(value).filter(([key]) => known.includes(key) && !wrong.includes(key));
	const problems = [
		...deviations.map((deviation) => `'${deviation.path}' ${deviation.problem}`),
		...others.map(({ problem }) => problem),
		...odd.map((key) => settingsText.unknown(key, known)),
	];
	const reported = problems.slice(0, MAX_FAULTS).map((problem) => settingsText.invalid(path, problem));
	const more = problems.length - reported.length;
	if (more > 0) reported.push(settingsText.more(more, path));
	return {
		settings: Object.fromEntries(kept),
		faults: reported.map((line) => oneLine(line, MAX_FAULT_CHARACTERS)),
	};
}
