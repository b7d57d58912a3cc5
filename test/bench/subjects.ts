import { cursorKeys, cursorSeries, type Series, type Setting, type Subject } from './subject.ts';

/** Letters that are typed into the filter. The last leaves a tenth of the list. */
const filterLetters = [...'distribution.1'];

/** Keys of the cockpit, which the floor shares. */
function cockpitSeries({ terminal, downloads }: Setting): Series[] {
	const { home, leave } = cursorKeys;
	return [
		...cursorSeries(terminal, downloads),
		{ name: 'sort', before: [home], keys: ['o'], returns: true },
		{ name: 'filter', before: [home], open: '/', keys: filterLetters, close: leave },
	];
}

const listed = /Some\.Distribution\.\d/;

/** The built cockpit: `node dist/cli.js --url URL`. */
export function cockpit(program: string, url: string, setting: Setting): Subject {
	return {
		name: 'cockpit',
		command: { file: process.execPath, args: [program, '--url', url] },
		listed,
		// '1 of 10000' in the cockpit, '10000 downloads' in the floor.
		whole: new RegExp(`of ${setting.downloads}\\b|\\b${setting.downloads} downloads`),
		home: cursorKeys.home,
		down: cursorKeys.down,
		quit: '\x03',
		series: cockpitSeries(setting),
	};
}

/** The differ without React that the cockpit is compared with. */
export function floor(program: string, url: string, setting: Setting): Subject {
	return {
		...cockpit(program, url, setting),
		name: 'floor',
		command: { file: process.execPath, args: [program, url] },
		quit: 'q',
	};
}
