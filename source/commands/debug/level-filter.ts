import { type Severity, severityFilter, severityNames } from '../../format/log-line.ts';

export type LogLevelName = 'debug' | 'info' | 'warning' | 'error';

/** Returns a filter for the lines of a log, in their order; all lines pass without a level. */
export function filterOfLevel(level: LogLevelName | undefined): (line: string) => boolean {
	return severityFilter(level === undefined ? 0 : (severityNames.indexOf(level) as Severity));
}
