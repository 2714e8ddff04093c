/** What the configuration file needs for a first channel, to be copied. */
export const FIRST_CHANNEL = `notifications:
  channels:
    - name: orders-data
      slack_webhook:
        url: \${SLACK_WEBHOOK_URL}
`;
