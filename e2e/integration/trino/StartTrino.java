/** Starts Trino's server out of its jars: what its distribution does beside that is not needed here. In: the version that it calls itself. */
public class StartTrino {
    public static void main(String[] arguments) {
        new io.trino.server.Server().start(arguments[0]);
    }
}
