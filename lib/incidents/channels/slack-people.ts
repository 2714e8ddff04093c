import { WebClient } from "@slack/web-api";
import { SILENT } from "#lib/incidents/channels/slack-bot.ts";
import { watchedFetch } from "#lib/incidents/channels/watched-fetch.ts";
import { clip, WORDS_MAX } from "#lib/incidents/render-words.ts";

/** A press is answered while its presser still looks. */
const ASK_MS_MAX = 5000;

/** What a bot's token says of the bot and of people. */
export interface SlackPeople {
  /** The ids of the bot's own workspace and of the organisation that it belongs to; empty: Slack does not say. */
  readTeams: () => Promise<string[]>;
  /** As people see it in Slack; null: the app may not read it (scope users:read), or Slack does not say. */
  readName: (userId: string) => Promise<string | null>;
}

/** Asks Slack; never rejects. The workspace is asked for once. */
export function openSlackPeople({ token, apiUrl }: { token: string; apiUrl: string }): SlackPeople {
  const client = (): WebClient =>
    new WebClient(token, {
      slackApiUrl: apiUrl,
      fetch: watchedFetch(new AbortController().signal, ASK_MS_MAX).fetch,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      allowAbsoluteUrls: false,
      logger: SILENT,
    });
  let teams: string[] = [];
  return {
    readTeams: async () => {
      if (teams.length > 0) return teams;
      const answer = await client()
        .auth.test()
        .catch(() => null);
      teams = [answer?.team_id, answer?.enterprise_id].filter((id) => typeof id === "string");
      return teams;
    },
    readName: async (userId) => {
      const answer = await client()
        .users.info({ user: userId })
        .catch(() => null);
      const { profile, name } = answer?.user ?? {};
      const known = [profile?.display_name, profile?.real_name, name].find((text) => text !== undefined && text.trim() !== "");
      return known === undefined ? null : clip(known, WORDS_MAX.person);
    },
  };
}
