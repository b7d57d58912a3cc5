import { join } from 'node:path';
import Type from 'typebox';
import { readSmallFile } from '../../client/discovery/small-file.ts';
import { oneLine } from '../../format/one-line.ts';
import { decode } from '../../protocol/decode.ts';
import { themeNames } from '../../tui/theme/names.ts';
import { owners } from '../declaration/owners.ts';
import { otherKinds } from '../output/type-mismatches.ts';
import { configFolder } from '../serve/folders.ts';
import { notifyWays } from './notify-methods.ts';

/** Settings of the cockpit, as cockpit.json holds them. Documented in docs/configuration.md. */
export const CockpitSettings = Type.Object({
	theme: Type.Optional(Type.Enum([...themeNames])),
	ascii: Type.Optional(Type.Boolean()),
	mouse: Type.Optional(Type.Boolean()),
	linear: Type.Optional(Type.Boolean()),
	/** The command line of the player that files are handed to. */
	player: Type.Optional(Type.String()),
	notify: Type.Optional(Type.Enum([...notifyWays])),
	/** Which service is meant where seedtop's own and another one run; commands read it too. */
	service: Type.Optional(Type.Enum([...owners])),
});
export type CockpitSettings = Type.Static<typeof CockpitSettings>;

export interface ReadSettings {
	/** What of it can be used; empty when there is no file. */
	readonly settings: Partial<CockpitSettings>;
	/** What cannot be used and why, each in one sanitised line. */
	readonly faults: readonly string[];
}

/** Faults that are told one by one: the file may be any. */
const mostFaults = 10;
/** Characters of the line that tells a fault. */
const longestFault = 400;

/** The file of the settings. */
export function settingsPath(env: NodeJS.ProcessEnv): string {
	return join(configFolder(env), 'cockpit.json');
}

/** The file in which the cockpit itself keeps how downloads are shown. */
export function viewPath(env: NodeJS.ProcessEnv): string {
	return join(configFolder(env), 'view.json');
}

/** Reads the settings. Never fails: what is wrong with them is told, and the rest holds. */
export async function readSettings(path: string): Promise<ReadSettings> {
	const unusable = (reason: string): ReadSettings => ({
		settings: {},
		faults: [oneLine(`The settings in ${path} are not used: ${reason}.`, longestFault)],
	});
	const file = await readSmallFile(path);
	if (!('text' in file)) return file.missing ? { settings: {}, faults: [] } : unusable(`it ${file.reason}`);
	let content: unknown;
	try {
		content = JSON.parse(file.text);
	} catch (error) {
		return unusable(`it is not JSON (${error instanceof Error ? error.message : String(error)})`);
	}
	if (typeof content !== 'object' || content === null || Array.isArray(content)) {
		return unusable('it is not a JSON object');
	}
	return usable(path, content);
}

/** What of the file's object can be used. */
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
		...odd.map((key) => `there is no setting '${key}', only ${known.join(', ')}`),
	];
	const told = problems
		.slice(0, mostFaults)
		.map((problem) => `A fault in the settings in ${path}: ${problem}.`);
	const untold = problems.length - told.length;
	if (untold > 0) told.push(`There are ${untold} more faults in the settings in ${path}.`);
	return {
		settings: Object.fromEntries(kept),
		faults: told.map((line) => oneLine(line, longestFault)),
	};
}
